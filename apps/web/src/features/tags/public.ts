export { OnboardingChoice } from './onboarding-choice.tsx';
export { JoinOutcome, useForeseen } from './outcome.tsx';
