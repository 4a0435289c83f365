import { useEffect, useEffectEvent } from 'react'
import { type StepRequirement, stepRequirements } from '#contract/orders/step-requirements'
import { useFormMethods } from '../../../ui/forms/form-methods.ts'
import { useScreenParams } from '../../../ui/navigation/screens.ts'
import type { FlameValues } from './dossier-values.ts'

export const packagesId = 'dossier-packages'
export const taxNumberId = (kind: 'uid' | 'eori') => `dossier-${kind}`

const fields = {
  PICKUP_DATE: 'dossier.pickupDate',
  AVIS_PHONE: 'dossier.avisPhoneNumberRef',
  AVIS_EMAIL: 'dossier.avisEmailRef',
  SAP_NUMBER: 'dossier.sapOrdernumber',
} as const
const places = { PACKAGES_CURRENT: packagesId, UID_VERIFIED_IF_TAX_FREE: taxNumberId('uid') } as const

/** Returns a function that moves the focus to the field of a requirement. */
export function useJump() {
  const { setFocus } = useFormMethods<FlameValues>()
  return (lack: StepRequirement) => {
    if (lack in fields) setFocus(fields[lack as keyof typeof fields])
    else {
      const place = document.getElementById(places[lack as keyof typeof places])
      place?.focus({ preventScroll: true })
      place?.scrollIntoView({ block: 'center' })
    }
  }
}

/** Moves the focus to the field in the URL. */
export function useFieldOfAddress(): void {
  const { field } = useScreenParams('flame')
  const jump = useEffectEvent(useJump())
  useEffect(() => {
    const lack = stepRequirements.find((one) => one === field)
    if (lack) jump(lack)
  }, [field])
}
