import { coursesByTagEndpoints } from '@sergak/contract/automation/courses-by-tag.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import * as courses from './action-courses.service.ts';

export const coursesByTagRoutes = bind(coursesByTagEndpoints, {
  'automation.courses-by-tag': async (ctx, { tagId }) => {
    const { courses: data, ...terms } = await courses.getCourses('any')(ctx, tagId);
    return { data, ...terms };
  },
  'automation.add-courses-by-tag': courses.addCourses('any'),
  'automation.set-courses-by-tag': (ctx, { tag_id, ...input }) =>
    courses.setActionCourses('any')(ctx, { ...input, tagId: tag_id }),
  'automation.remove-courses-by-tag': (ctx, { tagId }) => courses.removeCourses('any')(ctx, tagId),
});
