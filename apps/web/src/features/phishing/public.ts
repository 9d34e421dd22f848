export { EmailChooser } from './email-chooser.tsx';
export { DifficultyBadge, Logo, VectorMark } from './marks.tsx';
export { PreviewFrame } from './preview-frame.tsx';
export { useSubject } from './use-subject.ts';
