-- Version 1. Commands end with a semicolon at the end of a line. The same for H2 and PostgreSQL.
create table tokens (
    id varchar(40) primary key,
    name varchar(200) not null,
    hash varchar(64) not null unique,
    role varchar(10) not null,
    created timestamp with time zone not null
);
