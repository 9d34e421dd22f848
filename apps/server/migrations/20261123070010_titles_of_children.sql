-- Organisations below one and the same other are told apart by their titles: in lists, in the log, and when one is deleted
-- by typing its title. Those that share one until now are numbered.
update organizations o set title = o.title || ' (' || n.place || ')'
from (select id, row_number() over (partition by parent_id, lower(title) order by created_at, id) as place
  from organizations where parent_id is not null and removal_started_at is null) n
where n.id = o.id and n.place > 1;
create unique index organizations_title_taken on organizations (parent_id, lower(title))
  where parent_id is not null and removal_started_at is null;
