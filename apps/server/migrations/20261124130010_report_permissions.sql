-- Who may read a file, beside what its visibility asks for: a report needs the permission of what it shows (decision 0137).
alter table files add column permission text;

set local role sergak_system;
update files f set permission = case r.category when 'pdf' then 'admin.statistics' else 'admin.phishing.campaigns' end
from reports r where r.file_id = f.id;
-- What a report is about has one name for all kinds.
update reports set params = params - 'campaign_id' - 'organization_id'
  || jsonb_build_object('subject_id', coalesce(params->>'campaign_id', params->>'organization_id', organization_id::text));
reset role;
