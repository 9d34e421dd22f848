/** Takes a file as if its link had been pressed; without a name it keeps the one the server gives it. */
export const download = (href: string, name = ''): void => {
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  link.click();
};
