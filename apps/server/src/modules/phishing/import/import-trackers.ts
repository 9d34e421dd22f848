type Attributes = readonly { readonly name: string; readonly value: string }[];
const valueOf = (attributes: Attributes, name: string): string =>
  attributes.find((one) => one.name === name)?.value ?? '';

const TINY = 2;
const isTiny = (size: string): boolean => size.trim() !== '' && Number.parseFloat(size) <= TINY;
const HIDDEN =
  /(?:^|[;\s])(?:(?:max-)?(?:width|height)\s*:\s*[0-2](?:\.0)?(?:px)?\s*(?:;|!|$)|display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0\s*(?:;|$))/i;
/** Addresses by which common mailing services and counters report an open. */
const HOSTS =
  /list-manage\.com\/track|\/wf\/open|\/track\/open|\/open\.aspx|emltrk\.com|google-analytics\.com|doubleclick\.net|facebook\.com\/tr|mc\.yandex\.|top-fwz1\.mail\.ru|counter\.yadro|hubspotemail\.net|sidekickopen|exct\.net\/open|klaviyomail\.com|mandrillapp\.com\/track|sendgrid\.net\/wf|mixpanel\.com\/track|awstrack\.me|createsend\.com\/t\/|sparkpostmail\d?\.com\/q|bat\.bing\.com|pixel|beacon/i;

/** Whether a picture only reports that the text was opened: invisible, or at the address of a known counter. */
export const isTracker = (attributes: Attributes): boolean => {
  const src = valueOf(attributes, 'src');
  if (isTiny(valueOf(attributes, 'width')) && isTiny(valueOf(attributes, 'height'))) return true;
  return HIDDEN.test(valueOf(attributes, 'style')) || (/^(?:https?:)?\/\//i.test(src) && HOSTS.test(src));
};

const UNSUBSCRIBE =
  /unsubscri|opt-?out|отпис|отказаться от|manage.{0,20}preferences|email.{0,5}preferences|obunani bekor|obunadan chiq/i;
export const isUnsubscribe = (text: string): boolean => UNSUBSCRIBE.test(text.slice(0, 2_000));
