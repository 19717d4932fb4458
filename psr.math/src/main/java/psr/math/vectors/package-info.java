/**
 * Models of real-valued observations with inputs: two-stage regression, subspace identification, Kalman filters,
 * autoregression, echo state networks, and their refinement. Everything here is plain numbers; services wrap it.
 *
 * <p>Data are {@link psr.math.vectors.Rows}. A learner standardizes them ({@link psr.math.vectors.Standardization}), fills
 * missing values ({@link psr.math.vectors.Imputation}) and learns a filter ({@link psr.math.vectors.Dynamics}) and
 * readouts from the states that the filter reaches ({@link psr.math.vectors.Readout}). A
 * {@link psr.math.vectors.RowModel} gives filters in the user's units.
 *
 * <p>The input u_t of row t is known before y_t. Inside, v_t = u_{t+1} is the input that acts between rows t and t + 1, so
 * that a state before row t knows all that row t can depend on, and a filter finishes a step when the next input is known.
 *
 * <table>
 * <caption>Symbols</caption>
 * <tr><td>y_t, d</td><td>observation of row t, and its length</td></tr>
 * <tr><td>u_t, v_t, m</td><td>input of row t; u_{t+1}; their length</td></tr>
 * <tr><td>h_t, p</td><td>past (y_{t−p..t−1}, v_{t−p..t−1}), and its rows</td></tr>
 * <tr><td>ψ_t, f</td><td>future y_{t..t+f−1}, and its rows</td></tr>
 * <tr><td>φ, g</td><td>features (x, 1, rff(x)) of the past and of (q_t, y_t, v_t)</td></tr>
 * <tr><td>q_t, r</td><td>state before row t, and its length</td></tr>
 * <tr><td>W, R_k</td><td>weights of the filter, and of the readout k rows ahead; K readouts</td></tr>
 * <tr><td>λ</td><td>ridge, relative to the mean square of the features</td></tr>
 * <tr><td>D, V, s</td><td>frequencies of random features, their number is D; width of the kernel</td></tr>
 * <tr><td>A, B, C, E, G</td><td>linear model: x_{t+1} = A x_t + B u_t + G e_t, y_t = C x_t + E u_t + e_t; G is the gain</td></tr>
 * <tr><td>Q, R, μ₀, P₀</td><td>covariances of state and observation noise, mean and covariance of the first state</td></tr>
 * </table>
 *
 * <p>Papers: Hefny, Downey, Gordon 2015, Supervised learning for dynamical system learning. Hefny, Downey, Gordon 2018, An
 * efficient, expressive and local minima-free method for learning controlled dynamical systems. Downey et al. 2017,
 * Predictive state recurrent neural networks. Sun et al. 2016, Learning to filter with predictive state inference
 * machines. Boots, Gretton, Gordon 2013, Hilbert space embeddings of PSRs. Van Overschee, De Moor 1994, N4SID. Shumway, Stoffer 1982, EM for linear Gaussian models. Jaeger 2001, Echo
 * state networks. Rahimi, Recht 2007, Random features for large-scale kernel machines.
 */
package psr.math.vectors;
