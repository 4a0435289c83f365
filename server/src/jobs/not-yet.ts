/** Thrown by a job that cannot be done at present, with nothing being wrong: it is tried again later. */
export class NotYet extends Error {}
