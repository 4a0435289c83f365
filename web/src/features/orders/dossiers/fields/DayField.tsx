import { DateTimeField } from '../../../../ui/fields/DateField.tsx'

interface Props {
  name: string
  label: string
  readOnly: boolean
}

/** A date field with an optional time. */
export const DayField = (props: Props) => <DateTimeField {...props} optionalTime />
