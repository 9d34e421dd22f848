export { OnboardingChoice } from './onboarding-choice.tsx';
