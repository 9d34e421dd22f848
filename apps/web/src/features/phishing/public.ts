export { EmailChooser } from './email-chooser.tsx';
export { DifficultyBadge, TemplateLogo, VectorMark } from './marks.tsx';
export { PreviewFrame } from './preview-frame.tsx';
export { useSubject } from './use-subject.ts';
