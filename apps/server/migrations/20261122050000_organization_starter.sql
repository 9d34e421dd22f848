-- The starter content comes by a job. Where that failed for good, the sweep looks here and brings it anew.
alter table organizations add column starter_due boolean not null default false;
create index organizations_unfinished on organizations (id) where starter_due or removal_started_at is not null;
