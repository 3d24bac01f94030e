// Stands in for @rjsf/validator-ajv8, which @rjsf/core imports without declaring and which we never run.
export default {};
