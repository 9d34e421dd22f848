export const compressFiles: (folder: string) => Promise<void>;
