import type { APIRequestContext } from '@playwright/test';
import { screens, type Screen, type ScreenId } from '../packages/contract/src/access/screens.ts';

type Json = Record<string, any>;
const api = '/lk/api/v2';
const learner = '/learning/api/learning/assigned-courses';

const first = async (request: APIRequestContext, base: string, path: string): Promise<Json | undefined> => {
  const answer = await request.get(base + path);
  if (!answer.ok()) return undefined;
  const body = (await answer.json()) as Json;
  return (body.data ?? body)[0] as Json | undefined;
};

/** A person with a course and a quiz attempt, so that the pages of a person's learning have data. */
const findLearner = async (request: APIRequestContext, base: string): Promise<Record<string, string>> => {
  const found = await request.get(
    `${base}${api}/users?limit=20&course_progress=COMPLETED&course_progress=NOT_COMPLETED`,
  );
  for (const person of ((await found.json()) as Json).data as Json[]) {
    const courses = await request.get(`${base}${api}/users/employee/${person.id}/assigned-courses`);
    const tried = (((await courses.json()) as Json).data as Json[]).find((one) => one.attempts_count > 0);
    if (!tried) continue;
    const course = await request.get(`${base}${api}/users/employee/${person.id}/courses/${tried.id}`);
    const { attempts } = (await course.json()) as Json;
    return { learning_person: person.id, person_course: tried.id, attempt_id: attempts.at(-1).id };
  }
  return {};
};

/** Values for the parameters in the addresses of screens, from the data of the signed-in person. */
export const adminParams = async (request: APIRequestContext, base: string): Promise<Record<string, string>> => {
  const employee = await first(request, base, `${api}/users?limit=1&sort_by=RISK_LEVEL&sort_order=desc`);
  const campaign = await first(request, base, `${api}/phishing/campaigns?limit=1&statuses=completed`);
  const email = campaign && (await first(request, base, `${api}/phishing/campaigns/${campaign.id}/templates`));
  const tagCampaign = await first(request, base, `${api}/phishing/campaigns?limit=1&by_tag=true`);
  const tagEmail = tagCampaign && (await first(request, base, `${api}/phishing/campaigns/${tagCampaign.id}/templates`));
  const categories = await first(request, base, `${api}/phishing/templates`);
  const template = categories?.templates?.[0] as Json | undefined;
  const detailed =
    template && ((await (await request.get(`${base}${api}/phishing/templates/${template.id}`)).json()) as Json);
  const redirect = await first(request, base, `${api}/phishing/redirect_pages`);
  const assigned = await first(request, base, `${api}/learning/assigned-courses/organization?limit=1`);
  const course = await first(request, base, `${api}/library/courses`);
  const theme = await first(request, base, `${api}/library/themes`);
  const detail = course && ((await (await request.get(`${base}${api}/library/courses/${course.id}`)).json()) as Json);
  const module = await first(request, base, `${api}/library/modules?limit=1`);
  const child = await first(request, base, `${api}/organizations/children`);
  const tag = await first(request, base, `${api}/users/tags/organization`);
  const department = await first(request, base, `${api}/departments/hierarchy/stat?sort_by=EMPLOYEES&sort_order=desc`);
  const me = (await (await request.get(`${base}${api}/users/me`)).json()) as Json;
  return {
    employee_id: employee?.id,
    campaign_id: campaign?.id,
    campaign_email: email?.id,
    tag_campaign: tagCampaign?.id,
    tag_email: tagEmail?.id,
    template_id: categories?.templates?.[0]?.id ?? categories?.id,
    email_id: detailed?.emails?.[0]?.id,
    page_id: detailed?.pages?.[0]?.id,
    redirect_id: redirect?.id,
    assigned_id: assigned?.id,
    course_id: course?.id,
    theme_id: theme?.id,
    section_id: detail?.sections?.[0]?.id,
    module_id: module?.id,
    tag_id: tag!.id,
    department_id: department?.id,
    organization_id: child?.id ?? me.organization?.id,
    ...(await findLearner(request, base)),
  };
};

/** Values for public screens; they are looked up as an administrator. */
export const publicParams = async (request: APIRequestContext, base: string): Promise<Record<string, string>> => {
  const certificate = await first(request, base, `${api}/certificates?limit=1`);
  return { number: certificate?.number };
};

export const learnerParams = async (request: APIRequestContext, base: string): Promise<Record<string, string>> => {
  const read = async (path: string) => (await (await request.get(base + path)).json()) as Json;
  const { data } = await read(`${learner}/my-courses`);
  const courses = await Promise.all(
    (data as Json[]).map((mine) => read(`${learner}/my-courses/${mine.assigned_course_id}`)),
  );
  const stepsOf = (course: Json) =>
    (course.sections as Json[]).flatMap((s) => (s.themes as Json[]).flatMap((t) => t.steps as Json[]));
  const tried = (course: Json) => stepsOf(course).find((s) => s.kind === 'quiz' && s.attempts_used > 0);
  const reached = (course: Json) =>
    tried(course) ?? stepsOf(course).find((s) => s.kind === 'quiz' && s.state !== 'locked');
  // An active course with an open quiz shows most; a closed course still shows its slides and its result.
  const best =
    courses.find((one) => one.status === 'active' && tried(one)) ??
    courses.find(tried) ??
    courses.find(reached) ??
    courses[0]!;
  const theory = stepsOf(best).find((s) => s.kind === 'theory');
  const quiz = reached(best) ?? stepsOf(best).find((s) => s.kind === 'quiz');
  return {
    course_id: best.assigned_course_id,
    module_id: theory?.module_id,
    quiz_module_id: quiz?.module_id,
    quiz_id: quiz?.id,
  };
};

const sample: Record<string, string> = {
  registration_token: 'expired-link-of-somebody-000',
  recovery_token: 'expired-link-of-somebody-000',
  address_token: 'expired-link-of-somebody-000',
};

/** The address of a screen with its parameters filled in, or null if the person has no data for it. */
export const addressOfScreen = (id: ScreenId, params: Record<string, string>): string | null => {
  const screen: Screen = screens[id];
  const values: Record<string, string> = { ...sample, ...params };
  if (id === 'learning.assigned-one' || id === 'learning.assigned-people') values.course_id = params.assigned_id!;
  if (id.startsWith('phishing.redirect-')) values.id = params.redirect_id!;
  if (id.startsWith('staff.employee-')) {
    values.employee_id = params.learning_person!;
    values.course_id = params.person_course!;
  }
  if (id === 'phishing.campaign-email-statistics') values.template_id = params.campaign_email!;
  if (id.startsWith('phishing.by-tags-')) {
    values.campaign_id = params.tag_campaign!;
    values.template_id = params.tag_email!;
  }
  if (id.startsWith('learner.quiz')) values.module_id = params.quiz_module_id!;
  const path = screen.path.replace(/\$(\w+)/g, (_, name: string) => values[name] ?? 'undefined');
  return path.includes('undefined') ? null : path;
};
