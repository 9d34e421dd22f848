/** Days for which a file is kept that a task made for one person: an archive of the own data, a list of people or of the log. */
export const FILE_DAYS = 7;
