-- A campaign keeps the page after the form as it was at the launch, like its emails and landing pages.
alter table campaigns add column redirect_html text;

set local role sergak_system;
update campaigns c set redirect_html = p.html
from redirect_pages p where p.organization_id = c.organization_id and p.id = c.redirect_page_id;
reset role;
