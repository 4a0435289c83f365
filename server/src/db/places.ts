/**
 * Distance between the order keys of neighbouring rows, such as the cards of a step. Thirty rows fit one after another
 * into the same gap before some are renumbered, and eight million below or above all others within the safe integers.
 */
export const gap = 2 ** 30
