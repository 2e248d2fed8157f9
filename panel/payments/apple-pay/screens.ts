// The screens of Apple Pay settings, loaded as one.
import { Certificates } from './certificates.tsx';
import { NewRegistration, OneRegistration } from './registration-form.tsx';
import { RegistrationList } from './registration-list.tsx';

export const screens = { Certificates, NewRegistration, OneRegistration, RegistrationList };
