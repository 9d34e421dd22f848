/** What a variable of another product means here: a variable of ours, or an address for leaving a list. */
export type Meaning =
  | 'first_name'
  | 'last_name'
  | 'middle_name'
  | 'full_name'
  | 'email'
  | 'position'
  | 'department'
  | 'organization'
  | 'date'
  | 'year'
  | 'link'
  | 'tracking'
  | 'qr_code'
  | 'unsubscribe';

/** Names as the products document them. Case, spaces and punctuation do not count: `{{ .First_Name }}` is `firstname`. */
type Vendor = {
  readonly vendor: string;
  /** The sign before the name, if the names mean something else in other products. */
  readonly only?: '${' | '*|' | '[[' | '{{';
  readonly names: Partial<Record<Meaning, readonly string[]>>;
};

/**
 * The variables of other products. A name that several products share stands in the first of them; `any` holds common
 * spellings.
 */
export const foreignVariables: readonly Vendor[] = [
  {
    vendor: 'GoPhish',
    names: {
      first_name: ['.FirstName'],
      last_name: ['.LastName'],
      position: ['.Position'],
      email: ['.Email'],
      link: ['.URL', '.BaseURL'],
      tracking: ['.Tracker', '.TrackingURL'],
    },
  },
  {
    vendor: 'KnowBe4',
    names: {
      first_name: ['first_name'],
      last_name: ['last_name'],
      full_name: ['name', 'full_name', 'display_name'],
      email: ['email', 'email_address'],
      position: ['job_title'],
      department: ['department'],
      organization: ['company_name', 'organization'],
      date: ['current_date', 'current_date_0', 'current_date_mdy', 'todays_date', 'date'],
      link: ['url', 'phish_url', 'link'],
    },
  },
  {
    vendor: 'Microsoft Defender',
    only: '${',
    names: {
      full_name: ['userName'],
      first_name: ['firstName'],
      last_name: ['lastName'],
      email: ['upn', 'emailAddress'],
      link: ['phishingUrl', 'phishUrl'],
    },
  },
  {
    vendor: 'Mailchimp',
    only: '*|',
    names: {
      first_name: ['FNAME', 'MERGE1'],
      last_name: ['LNAME', 'MERGE2'],
      email: ['EMAIL', 'MERGE0'],
      organization: ['COMPANY', 'LIST:COMPANY', 'USER:COMPANY'],
      date: ['DATE'],
      year: ['CURRENT_YEAR'],
      link: ['ARCHIVE', 'MC_BROWSER_URL'],
      unsubscribe: ['UNSUB', 'UPDATE_PROFILE', 'ABUSE_EMAIL', 'FORWARD'],
    },
  },
  {
    vendor: 'Postmark',
    names: {
      link: ['action_url', 'login_url', 'product_url', 'support_url', 'invoice_url', 'receipt_url', 'help_url'],
      email: ['username', 'user_name'],
      unsubscribe: ['pm:unsubscribe', 'pm:unsubscribe_url', 'notifications_url'],
    },
  },
  {
    vendor: 'HubSpot',
    names: {
      first_name: ['contact.firstname'],
      last_name: ['contact.lastname'],
      email: ['contact.email'],
      position: ['contact.jobtitle'],
      department: ['contact.department'],
      organization: ['contact.company', 'company.name', 'site_settings.company_name'],
      link: ['view_as_page_url', 'view_as_page_link', 'content.absolute_url'],
      unsubscribe: ['unsubscribe_link', 'unsubscribe_link_all', 'unsubscribe_section', 'unsubscribe_url'],
    },
  },
  {
    vendor: 'Salesforce',
    names: {
      email: ['emailaddr'],
      organization: ['member_busname', 'account.name'],
      date: ['xtmonth xtday xtyear', 'today_date'],
      link: ['view_email_url', 'redirectto'],
      unsubscribe: ['unsub_center_url', 'profile_center_url', 'subscription_center_url', 'ftaf_url'],
    },
  },
  {
    vendor: 'SendGrid, Brevo, Klaviyo, Liquid',
    names: {
      first_name: ['contact.FIRSTNAME', 'person.first_name', 'subscriber.first_name', 'customer.first_name'],
      last_name: ['contact.LASTNAME', 'person.last_name', 'customer.last_name'],
      organization: ['organization.name', 'shop.name', 'sender_company'],
      link: ['mirror', 'weblink', 'webview', 'view_in_browser', 'shop.url'],
      tracking: ['open_tracking', 'trackingpixel', 'tracking_image', 'trackingImage', 'open_pixel'],
      unsubscribe: ['unsubscribe', 'asm_group_unsubscribe_raw_url', 'asm_preferences_raw_url', 'manage_preferences'],
    },
  },
  {
    vendor: 'any',
    names: {
      first_name: ['get_short_name', 'given_name', 'forename', 'f_name', 'recipient_first_name', 'имя', 'ism'],
      last_name: ['surname', 'family_name', 'l_name', 'second_name', 'recipient_last_name', 'фамилия', 'familiya'],
      middle_name: ['middle_name', 'patronymic', 'отчество', 'otasining ismi'],
      full_name: [
        'get_full_name',
        'username_full',
        'fullname',
        'recipient_name',
        'customer_name',
        'фио',
        'fio',
        'имя и фамилия',
      ],
      email: ['mail', 'e-mail', 'user_email', 'recipient', 'recipient_email', 'to_email', 'login', 'почта', 'адрес'],
      position: ['title', 'jobtitle', 'role', 'occupation', 'должность', 'lavozim'],
      department: ['dept', 'division', 'team', 'отдел', 'подразделение', 'boʻlim'],
      organization: [
        'company',
        'companyname',
        'organisation',
        'organization_name',
        'organisation_name',
        'org',
        'org_name',
        'employer',
        'компания',
        'организация',
        'tashkilot',
      ],
      year: ['year', 'this_year', 'current_year'],
      date: ['today', 'current_date', 'send_date', 'now', 'дата', 'сегодня', 'sana'],
      link: [
        'phishing_url',
        'phishing_link',
        'phish_link',
        'click_url',
        'click_link',
        'landing_page',
        'landing_url',
        'landing_page_url',
        'button_url',
        'button_link',
        'cta_url',
        'cta_link',
        'reset_url',
        'reset_link',
        'reset_password_url',
        'verify_url',
        'verification_url',
        'verification_link',
        'confirm_url',
        'confirmation_url',
        'confirmation_link',
        'activation_url',
        'activation_link',
        'invite_url',
        'magic_link',
        'login_link',
        'site_url',
        'website',
        'base_url',
        'tracking_link',
        'browser_url',
        'ссылка',
        'havola',
      ],
      tracking: ['tracking', 'tracker', 'pixel', 'tracking_pixel'],
      qr_code: ['qr', 'qr_code', 'qrcode'],
      unsubscribe: [
        'optout',
        'opt_out',
        'opt_out_link',
        'unsubscribe_here',
        'preferences_url',
        'preference_center',
        'отписка',
      ],
    },
  },
];

/** Objects that hold the data of the recipient: `{{ user.first_name }}`. A sender or a manager is another person. */
export const personObjects: readonly string[] = `user contact customer recipient subscriber person lead member employee
  profile target params param data this root self attributes attribute properties fields field custom vars
  variables merge message client receiver learner student anketa model`.split(/\s+/);

/** First words of statements, which are no variables. */
export const statements: readonly string[] =
  `if elif else elsif elseif elseifnot endif unless endunless for endfor each end
  with endwith set assign capture endcapture block endblock extends include case when endcase range define template raw
  endraw comment macro import interest ifnot switch while foreach let var module render autoescape load`.split(/\s+/);

/** Functions around a name: `{{ capitalize first_name }}`. */
export const helpers: readonly string[] =
  `default capitalize uppercase lowercase upper lower title titlecase printf html
  escape encode urlencode urlquery trim safe formatdate dateformat insert fallback get lookup v`.split(/\s+/);
