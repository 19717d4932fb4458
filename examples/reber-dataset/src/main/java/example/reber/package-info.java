/** The Reber grammar as a data set: {@link example.reber.ReberGrammar}. */
package example.reber;
