-- Maximum number of simulated emails per minute; null: no limit.
alter table organizations add column minute_cap int constraint organizations_minute_cap_check check (minute_cap > 0);
-- From when the next email may be claimed under this limit.
alter table sending_days add column next_slot_at timestamptz;
