/**
 * Between two rows that people put in order, such as the cards of a step: thirty fit one after the other into the same gap
 * before some are numbered anew, and eight million below or above all others, which are the whole numbers of JavaScript.
 */
export const gap = 2 ** 30
