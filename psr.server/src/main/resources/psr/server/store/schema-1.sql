-- Version 1. Commands end with a semicolon at the end of a line. The same for H2 and PostgreSQL.
create table tokens (
    id varchar(40) primary key,
    name varchar(200) not null,
    hash varchar(64) not null unique,
    role varchar(10) not null,
    created timestamp with time zone not null
);

create table data_files (
    id varchar(40) primary key,
    name varchar(100) not null,
    bytes bigint not null,
    sha256 varchar(64) not null,
    uploaded timestamp with time zone not null,
    by_name varchar(200) not null,
    removed timestamp with time zone
);
create index data_files_name on data_files (name);

create table models (
    id varchar(40) primary key,
    name varchar(200) not null,
    state varchar(20) not null,
    failure varchar(4000),
    recipe varchar(10000) not null,
    dataset varchar(10000) not null,
    seed bigint not null,
    seconds double precision,
    created timestamp with time zone not null,
    ended timestamp with time zone,
    by_name varchar(200) not null,
    bytes bigint not null,
    about varchar(1000000) not null,
    removed timestamp with time zone
);
