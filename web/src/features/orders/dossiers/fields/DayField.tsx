import { DateTimeField } from '../../../../ui/fields/DateField.tsx'

interface Props {
  name: string
  label: string
  readOnly: boolean
}

/** A day, with a time only where one is typed. */
export const DayField = (props: Props) => <DateTimeField {...props} optionalTime />
