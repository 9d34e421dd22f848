-- Every completion has been looked through for its certificate when it was made.
drop table certificate_backfills;
