import { slidesEndpoints } from '@sergak/contract/library/slides.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import * as slides from './slides.service.ts';

export const slidesRoutes = bind(slidesEndpoints, {
  'library.slides': slides.listSlides,
  'library.create-slide': slides.createSlide,
  'library.update-slide': slides.updateSlide,
  'library.delete-slide': slides.deleteSlide,
  'library.delete-slide-audio': slides.deleteAudio,
  'library.swap-slides': slides.swapSlides,
});
