-- Version 2. What users write about runs, and the best recipe of a run that is over; both arrays and objects are JSON.
alter table runs add column tags varchar(4000) default '[]' not null;
alter table runs add column notes varchar(10000) default '' not null;
alter table runs add column best varchar(4000);
