import { createContext, type RefObject, useContext } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'

/** The methods of the surrounding form, provided by `Form`. */
export const FormMethods = createContext<unknown>(null)

/**
 * Returns the methods of the surrounding form. Their identity is stable, so that changes of the form state draw nothing
 * again. To display form state use `useFormState`; this is for event handlers.
 */
export const useFormMethods = <Values extends FieldValues = FieldValues>() =>
  useContext(FormMethods) as UseFormReturn<Values>

/** Whether the surrounding form is saved by a button of the top bar, set by `SaveAction`. */
export const HasSaveAction = createContext<RefObject<boolean> | null>(null)
