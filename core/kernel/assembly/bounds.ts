/** Bounds of `core/math/orientation.ts`, where they decide the sign: 2⁻⁴⁹, and what underflow can lose. */
export const relativeBound: f64 = 1.7763568394002505e-15;
export const underflow: f64 = 1e-300;
export const productUnderflow: f64 = underflow / relativeBound;
