// What is wrong with what was typed about a user, in the words of the specification (spec 1 §5).
import {
  ip_address,
  phone as phone_schema,
  username as username_schema,
} from '../../../contract/fields.ts';
import { email, fits, problemOf, required } from '../../kit/field-rules.ts';

export function usernameProblem(username: string): string {
  return problemOf(username.trim(), { label: 'Username' }, [required, fits(username_schema)]);
}

export function emailProblem(value: string): string {
  return problemOf(value, { label: 'Email' }, [required, email]);
}

/** 2 to 15 digits not starting with 0; empty is fine. */
export function phoneProblem(phone: string): string {
  return problemOf(phone, { label: 'Phone' }, [fits(phone_schema)]);
}

/** One address; empty means any. */
export function ipProblem(ip: string): string {
  return problemOf(ip.trim(), { label: 'IP address' }, [fits(ip_address)]);
}
