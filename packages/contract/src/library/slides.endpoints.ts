import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { idParam } from '../paging.ts';
import { placedSlide } from './library.schema.ts';
import { createSlide, deletedSlide, slideList, slideOrder, updateSlide } from './slides.schema.ts';

const allow = 'admin.learning.courses';
const slideParams = z.strictObject({ id: z.uuid(), slideId: z.uuid() });

/** Slides of a module. A change marks every course that uses the module as changed since its last publishing. */
export const slidesEndpoints = defineEndpoints({
  'library.slides': {
    method: 'GET', path: '/library/modules/:id/slides', permission: allow,
    about: 'The slides of a module in their order.',
    params: idParam, response: slideList, errors: ['module.not_found'],
  },
  'library.create-slide': {
    method: 'POST', path: '/library/modules/:id/slides', permission: allow,
    about: 'Adds a slide, at a position or at the end. Adding a deleted slide at its position undoes the deletion.',
    params: idParam, body: createSlide, response: placedSlide,
    errors: ['module.not_found', 'slide.limit', 'slide.media_missing', 'slide.alt_missing'],
    audit: { action: 'slide.created' }, touches: ['library'],
  },
  'library.update-slide': {
    method: 'PATCH', path: '/library/modules/:id/slides/:slideId', permission: allow,
    about: 'Changes the given fields of a slide, and its position.',
    params: slideParams, body: updateSlide, response: placedSlide,
    errors: ['slide.not_found', 'common.stale_version', 'slide.media_missing', 'slide.alt_missing'],
    audit: { action: 'slide.updated' }, touches: ['library'],
  },
  'library.delete-slide': {
    method: 'DELETE', path: '/library/modules/:id/slides/:slideId', permission: allow,
    about: 'Deletes a slide and returns it. Published versions keep it.',
    params: slideParams, response: deletedSlide, errors: ['slide.not_found'],
    audit: { action: 'slide.deleted' }, touches: ['library'],
  },
  'library.delete-slide-audio': {
    method: 'DELETE', path: '/library/modules/:id/slides/:slideId/audio', permission: allow,
    about: 'Removes the audio and its transcript from a slide.',
    params: slideParams, response: placedSlide, errors: ['slide.not_found'],
    audit: { action: 'slide.audio_deleted' }, touches: ['library'],
  },
  'library.swap-slides': {
    method: 'PATCH', path: '/library/modules/:id/slides/swap', permission: allow,
    about: 'Puts the slides into another order. Rejected if the list does not name exactly the slides of the module.',
    params: idParam, body: slideOrder, response: slideList, errors: ['module.not_found', 'common.stale_version'],
    audit: { action: 'slide.reordered' }, touches: ['library'],
  },
});
