const fields = ':is(input, textarea, button, select):not(:disabled), [tabindex="0"]';

/**
 * Moves the focus to the first field that says what is wrong with it, as soon as it says so. What is no field of the kit (a date,
 * a file, a chooser) is marked by `data-bad`, and its first control takes the focus.
 */
export const focusFirstWrong = (place: HTMLElement | null): void =>
  void setTimeout(() => {
    for (const bad of place?.querySelectorAll<HTMLElement>('[aria-invalid="true"], [data-bad]') ?? []) {
      const target = bad.matches(fields) ? bad : bad.querySelector<HTMLElement>(fields);
      if (target === null) continue;
      target.focus();
      return;
    }
  });
