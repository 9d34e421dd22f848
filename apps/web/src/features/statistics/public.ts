export { DepartmentFigures } from './department-figures.tsx';
export { PersonLearning } from './person-learning.tsx';
export { PersonPhishing } from './person-phishing.tsx';
export { PersonRisk } from './person-risk.tsx';
export { PersonWhy } from './person-why.tsx';
export { RiskExplanation } from './risk-explanation.tsx';
