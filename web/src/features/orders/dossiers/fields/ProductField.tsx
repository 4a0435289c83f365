import Autocomplete, { createFilterOptions } from '@mui/material/Autocomplete'
import MuiTextField from '@mui/material/TextField'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useField } from '../../../../ui/fields/use-field.ts'
import { fold } from '../../../../ui/format.ts'
import { useProducts } from '../use-dossier-lists.ts'

interface Product {
  id: string | null
  title: string
}

const filterOptions = createFilterOptions<Product>({ limit: 100, stringify: ({ title }) => fold(title) })

/** The product of an article, found by a part of its title. An article keeps the name that it was ordered under. */
export function ProductField({ path, readOnly }: { path: string; readOnly: boolean }) {
  const { t } = useTranslation('dossiers')
  const { t: ui } = useTranslation('ui')
  const { setValue } = useFormContext()
  const products = useProducts()
  const { ref, value, onChange, onBlur, message: gone } = useField(`${path}.productRef`)
  const { message = gone } = useField(`${path}.productName`)
  const productName: string = useWatch({ name: `${path}.productName` }) ?? ''
  const options: Product[] = products?.filter(({ id, onsale }) => onsale || id === value) ?? []
  const chosen = value || productName ? { id: value as string | null, title: productName } : null

  return (
    <Autocomplete
      value={chosen}
      options={options}
      autoHighlight
      selectOnFocus
      readOnly={readOnly}
      forcePopupIcon={!readOnly}
      filterOptions={(all, state) => filterOptions(all, { ...state, inputValue: fold(state.inputValue) })}
      getOptionLabel={({ title }) => title}
      getOptionKey={({ id }) => id ?? ''}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      noOptionsText={ui('state.noMatch')}
      onChange={(_event, product) => {
        onChange(product?.id ?? null)
        setValue(`${path}.productName`, product?.title ?? '', { shouldDirty: true, shouldValidate: true })
      }}
      onBlur={onBlur}
      renderInput={(params) => (
        <MuiTextField
          {...params}
          label={t('field.productRef')}
          name={`${path}.productRef`}
          placeholder={t('none.product')}
          inputRef={ref}
          error={message !== undefined}
          helperText={message}
        />
      )}
    />
  )
}
