const KEY = 'sergak.organization-choice';

/**
 * Whether a person of this organisation had other organisations to choose from the last time: the menu then keeps the
 * place of the choice from the start, and does not move down under the pointer when the answer arrives.
 */
export const hadChoice = (organization: string): boolean => localStorage.getItem(KEY) === organization;
export const keepChoice = (organization: string, has: boolean): void =>
  localStorage.setItem(KEY, has ? organization : '');
