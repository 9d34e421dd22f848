import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { flag, id, idParam } from '../paging.ts';
import { timelineUnits } from './campaigns.rules.ts';
import { campaignFigures, timeline } from './figures.schema.ts';

const allow = 'admin.phishing.campaigns';
const part = { by_tag: flag.optional(), template_id: id.optional() };

export const figuresEndpoints = defineEndpoints({
  'campaigns.figures': {
    method: 'GET', path: '/phishing/campaigns/:id/figures', permission: allow,
    about: 'Reports and reaction times of a campaign or of one email, and the funnels to compare with.',
    params: idParam, query: z.strictObject(part), response: campaignFigures.meta({ result: true }), errors: ['campaign.not_found', 'email.not_found'],
  },
  'campaigns.timeline': {
    method: 'GET', path: '/phishing/campaigns/:id/timeline', permission: allow,
    about: 'The first events of each person by hour or day; without `unit` by hour if all events are within two days.',
    params: idParam, query: z.strictObject({ ...part, unit: z.enum(timelineUnits).optional() }), response: timeline.meta({ result: true }),
    errors: ['campaign.not_found'],
  },
});
