import { figuresEndpoints } from '@sergak/contract/campaigns/figures.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import { requireCampaign } from './pages.query.ts';
import { campaignFigures } from './comparison.query.ts';
import { campaignTimeline } from './timeline.query.ts';

export const figuresRoutes = bind(figuresEndpoints, {
  'campaigns.figures': async ({ tx }, { id, by_tag, template_id }) => {
    await requireCampaign(tx, id, by_tag);
    return campaignFigures(tx, id, template_id);
  },
  'campaigns.timeline': async ({ tx }, { id, by_tag, ...filter }) => {
    await requireCampaign(tx, id, by_tag);
    return campaignTimeline(tx, id, filter);
  },
});
