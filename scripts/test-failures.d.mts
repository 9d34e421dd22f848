export type Failure = {
  readonly title: string;
  readonly messages: readonly string[];
  readonly page?: readonly string[];
};
export function failuresOfVitest(file: string): Failure[];
export function failuresOfPlaywright(file: string): Failure[];
export function failureLines(failures: readonly Failure[]): string[];
export function pageLines(failures: readonly Failure[]): string[];
