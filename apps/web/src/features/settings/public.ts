export { NumberField, saying, SwitchField } from './fields.tsx';
export { Notice, StaleNotice } from './notices.tsx';
