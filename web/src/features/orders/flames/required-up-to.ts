import type { BoardStep } from '#contract/orders/boards'
import type { StepRequirement } from '#contract/orders/step-requirements'

/** Returns the requirements of a step and the steps before it. */
export const requiredUpTo = (steps: readonly Pick<BoardStep, 'id' | 'requires'>[], step: string): StepRequirement[] => [
  ...new Set(steps.slice(0, steps.findIndex(({ id }) => id === step) + 1).flatMap(({ requires }) => requires)),
]
