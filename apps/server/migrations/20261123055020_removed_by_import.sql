-- By which import somebody was marked as having left: a wrong one is undone as a whole.
alter table employees add column deleted_import uuid;
