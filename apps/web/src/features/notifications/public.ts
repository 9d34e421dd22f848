export { Bell } from './bell.tsx';
export { useWaitingCounts } from './use-waiting.ts';
export { WaitingCard } from './waiting-card.tsx';
