import { newCampaign } from '@sergak/contract/campaigns/campaigns.schema.ts';
import type { Reach } from '@sergak/contract/campaigns/campaigns.rules.ts';
import { z } from 'zod';
import { dayIn, now } from '../../platform/clock.ts';
import type { Platform } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { layOutEmail } from '../../platform/email-layout.ts';
import { queueEmails } from '../../platform/outbox.ts';
import { inviteEmployees } from '../employees/public.ts';
import { assignCourse } from '../learning/public.ts';
import * as repo from './reactions.repo.ts';

const fields = newCampaign.shape;
/** The settings of a campaign for reactions; campaigns made by tags and tests may lack other settings. */
const reactionSettings = z.object({
  hasAutoCourse: fields.hasAutoCourse,
  targetsAutoCourse: fields.targetsAutoCourse,
  period: fields.period,
  reminders: fields.reminders,
  hasMessage: fields.hasMessage,
  targetsMessage: fields.targetsMessage,
  theme: fields.theme,
  text: fields.text,
});
export type ReactionSettings = z.output<typeof reactionSettings>;
export const reactionsOf = (campaign: repo.ReactingCampaign): ReactionSettings =>
  reactionSettings.parse(campaign.settings ?? {});

const AT_ONCE = 500;

/** Assigns the course to the next people, and invites those who are not registered. Returns the number of people. */
export const assignCourseToNext = async (
  tx: Tx,
  platform: Platform,
  campaign: repo.ReactingCampaign,
  settings: ReactionSettings,
): Promise<number> => {
  const mark: Reach = settings.targetsAutoCourse;
  const people = await repo.claimReaction(tx, campaign.id, 'course', mark, false, AT_ONCE);
  if (people.length > 0)
    await assignCourse(tx, {
      courseId: campaign.course_id!,
      employeeIds: people,
      source: 'campaign',
      campaignId: campaign.id,
      startDate: dayIn(now(), campaign.time_zone),
      periodDays: settings.period,
      ...(settings.reminders ? { reminders: settings.reminders } : {}),
      createdBy: null,
    });
  const strangers = await repo.claimReaction(tx, campaign.id, 'invitation', mark, true, AT_ONCE);
  if (strangers.length > 0) await inviteEmployees({ tx, platform }, strangers, { tellsResult: true });
  return Math.max(people.length, strangers.length);
};

/** Sends the campaign's message to the next people. Returns their number. */
export const writeMessage = async (
  tx: Tx,
  campaign: repo.ReactingCampaign,
  settings: ReactionSettings,
): Promise<number> => {
  const people = await repo.claimReaction(tx, campaign.id, 'message', settings.targetsMessage, false, AT_ONCE);
  if (people.length === 0) return 0;
  const readers = await repo.findReactionReaders(tx, people, campaign.language);
  await queueEmails(
    tx,
    readers.map((reader) => {
      const email = layOutEmail({
        language: reader.language,
        organization: campaign.title,
        brandColor: campaign.brand_color,
        title: settings.theme,
        paragraphs: settings.text.split(/\n{2,}/).filter(Boolean),
      });
      return {
        kind: 'campaign_message',
        employeeId: reader.id,
        to: reader.email,
        language: reader.language,
        subject: settings.theme,
        tellsResult: true,
        ...email,
      };
    }),
  );
  return people.length;
};
