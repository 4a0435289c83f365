import { createContext, useContext } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'

/** Given by `Form`. */
export const FormMethods = createContext<unknown>(null)

/**
 * What can be done with the form around, which stays the same as long as that is there: nothing is drawn again because the state of
 * the form changed. Whoever shows that state asks `useFormState`; here it is for what is done when somebody presses something.
 */
export const useFormMethods = <Values extends FieldValues = FieldValues>() =>
  useContext(FormMethods) as UseFormReturn<Values>
