/**
 * Refines a given linear PSR by gradients, so that filtering with it predicts well.
 *
 * <p>In: a {@link psr.api.linear.LinearPsr} to start from, made by any learner, and {@link psr.api.data.Symbols}.
 * Out: the refined LinearPsr. This module does not initialize models.
 *
 * <p>Data flow: {@link psr.math.batches.Pieces} cuts the sequences and divides them into minibatches, {@code Rollout}
 * filters a piece with the current {@code Psr}, a gradient is propagated back through the states, and {@code Descent} or
 * {@code Adam} takes the step.
 *
 * <table>
 * <caption>Symbols</caption>
 * <tr><td>o, n</td><td>a symbol; the number of symbols, |O|</td></tr>
 * <tr><td>q_t, d</td><td>state before o_t is observed; its size</td></tr>
 * <tr><td>B_o, b∞, q_1</td><td>operators d×d, normalizer d, initial state d</td></tr>
 * <tr><td>s_t</td><td>normalizer b∞ᵀ B_{o_t} q_t, the model's own probability of o_t</td></tr>
 * <tr><td>ψ_t, U</td><td>indicators of the strings that begin at t, D of them; D×d, from states to ψ</td></tr>
 * <tr><td>U⁺ψ_t</td><td>the state nearest to the observations; Uᵀψ_t where U is orthonormal</td></tr>
 * <tr><td>H</td><td>horizon: how far a gradient looks ahead</td></tr>
 * <tr><td>g, a</td><td>∂loss/∂q and ∂loss/∂(B_o q), going backwards</td></tr>
 * <tr><td>G</td><td>the gradient with respect to all B_o, summed over a minibatch</td></tr>
 * <tr><td>R, p</td><td>readout, row o is b∞ᵀ B_o; scores p = R q of the next symbol</td></tr>
 * <tr><td>α_t, β_t</td><td>B_{o_{t−1}} ⋯ B_{o_1} q_1 and (b∞ᵀ B_{o_L} ⋯ B_{o_t})ᵀ: P = β_tᵀ α_t for every t</td></tr>
 * </table>
 *
 * <p>Papers: Downey, Hefny, Gordon 2017 (inference gradients, the loop of every refiner here); Jiang, Kulesza, Singh
 * 2016 (contrastive divergence); Hinton 2002 (contrastive divergence itself); Kingma, Ba 2015 (Adam).
 */
package psr.gradients;
