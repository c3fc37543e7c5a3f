/** Texts of countdowns and their script. */
export const countdownMessages = {
  units: {
    day: { one: 'day', other: 'days' },
    hour: { one: 'hour', other: 'hours' },
    minute: { one: 'minute', other: 'minutes' },
    second: { one: 'second', other: 'seconds' },
  },
  /** After a date in the visitor's time zone. */
  localTime: ', your time',
  changed: 'Time’s up, and this page has changed. Your details are kept.',
  update: 'Show the updated page',
};
