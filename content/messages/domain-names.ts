const EXAMPLE = 'Enter one such as pay.example.com.';

/** Why a typed name can’t be used as a seller’s domain. */
export const domainNameMessages = {
  empty: 'Enter a domain that you own, such as pay.example.com.',
  email: 'This is an email address. Enter a domain such as pay.example.com.',
  wildcard: 'Wildcards (*) aren’t supported. Enter each domain separately, such as pay.example.com.',
  underscore: 'Browsers can’t open domains with an underscore. Enter one without it.',
  blank: `A domain can’t contain spaces. ${EXAMPLE}`,
  address: 'This is an IP address. Enter a domain such as pay.example.com.',
  dots: `This domain has an extra dot. ${EXAMPLE}`,
  hyphen: `No part of a domain can start or end with a hyphen. ${EXAMPLE}`,
  character: `This domain contains a character that isn’t allowed. ${EXAMPLE}`,
  long: 'This domain is too long. Enter a shorter one.',
  single: `A domain has at least one dot. ${EXAMPLE}`,
  alphabets: 'This domain mixes letters of different alphabets, which browsers warn about. Enter a different one.',
  lookalike: 'This domain looks too much like ours. Choose a different one.',
} as const;
