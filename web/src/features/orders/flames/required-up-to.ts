import type { BoardStep } from '#contract/orders/boards'
import type { StepRequirement } from '#contract/orders/step-requirements'

/** What a step and those before it ask for: what a flame in it must hold. */
export const requiredUpTo = (steps: readonly Pick<BoardStep, 'id' | 'requires'>[], step: string): StepRequirement[] => [
  ...new Set(steps.slice(0, steps.findIndex(({ id }) => id === step) + 1).flatMap(({ requires }) => requires)),
]
