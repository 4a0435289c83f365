/** Thrown by a job that cannot run at present although nothing is wrong; it is retried later. */
export class NotYet extends Error {}
