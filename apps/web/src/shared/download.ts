/** Downloads a file as a click on its link does. Without a name the file keeps the name that the server gives it. */
export const download = (href: string, name = ''): void => {
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  link.click();
};
