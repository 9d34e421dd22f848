-- A campaign that nobody approved until its end has failed; when that was stands in the action log. It was marked as completed, too.
update campaigns set completed_at = null where status = 'failed' and completed_at is not null;
