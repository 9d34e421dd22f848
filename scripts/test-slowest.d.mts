export function slowestLines(file: string): string[];
