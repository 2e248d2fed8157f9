// The context by which a field finds its form and its value by name.
import { createContext, useContext, useEffect } from 'react';
import { useController, useFormState, useWatch } from 'react-hook-form';
import type { FieldInfo } from './field-info.ts';
import { wrongNames } from './form-state.ts';
import type { Form } from './use-form.ts';

const FormContext = createContext<Form | null>(null);
export const FormProvider = FormContext.Provider;

export function useFormAround(): Form {
  const form = useContext(FormContext);
  if (form === null) throw new Error('a field stands outside of every form');
  return form;
}

export interface Field<T> {
  name: string;
  label: string;
  value: T;
  put: (value: T) => void;
  error: string;
  /** It may be left empty. */
  optional: boolean;
  info: FieldInfo;
}

/** One field of the surrounding form; a name that the form does not have is a programming error. */
export function useField<T = string>(name: string, own_label?: string): Field<T> {
  const form = useFormAround();
  const { field, fieldState } = useController({ name, control: form.methods.control });
  const info = form.info(name);
  const label = own_label ?? info.label;
  const { labels } = form;
  // The first validation may run before the effect.
  labels.set(name, label);
  useEffect(() => {
    labels.set(name, label);
    return () => void labels.delete(name);
  }, [labels, name, label]);
  if (field.value === undefined) throw new Error(`the form has no field ${name}`);
  return {
    name,
    label,
    value: field.value as T,
    put: (value) => form.put(name, value),
    error: fieldState.error?.message ?? '',
    optional: info.optional && !form.required.includes(name),
    info,
  };
}

/** A value of the surrounding form, to show something that depends on it. */
export function useValue<T = string>(name: string): T {
  const { control } = useFormAround().methods;
  return useWatch({ control, name }) as T;
}

/** Whether one of these fields, or a field below them, has an error. */
export function useHasErrors(names: readonly string[]): boolean {
  const { control } = useFormAround().methods;
  const { errors } = useFormState({ control });
  const wrong = wrongNames(errors);
  return names.some((name) => wrong.some((one) => one === name || one.startsWith(`${name}.`)));
}
